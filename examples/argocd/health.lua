-- The health of a JobSet for Argo CD: Healthy only when it is Completed, and Degraded when it has failed.
-- argocd-cm-patch.yaml has the same text. Argo CD has no script of its own for JobSets, and calls a failed one Healthy.
local health = {status = "Progressing", message = "the set runs"}
if obj.spec.suspend then
  health = {status = "Suspended", message = "the set waits for a queue"}
end
for _, condition in ipairs(obj.status and obj.status.conditions or {}) do
  if condition.status == "True" and condition.type == "Failed" then
    return {status = "Degraded", message = condition.message}
  end
  if condition.status == "True" and condition.type == "Completed" then
    return {status = "Healthy", message = condition.message}
  end
end
return health
