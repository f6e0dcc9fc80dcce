package metadata

import latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"

// RunsAgain returns the warning about a set that is deleted after its end and created again, or "". Rename and Recreate are
// for programs that apply manifests again and again.
func RunsAgain(opts latchkey.Options) string {
	if opts.TTLSeconds == nil || opts.OnChange != latchkey.OnChangeRename && opts.OnChange != latchkey.OnChangeRecreate {
		return ""
	}
	return "ttlSeconds deletes the set after its end, and programs that onChange: " + string(opts.OnChange) +
		" is for, such as Argo CD and Flux CD, then create it again, so that it runs again: leave ttlSeconds out"
}
