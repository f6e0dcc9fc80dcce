package v1alpha1

import "github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"

// convertVolumes joins both kinds of volumes of a container. A name in both stands for the existing
// volume; Validate reports it.
func (c *Container) convertVolumes() map[string]v1alpha2.ContainerVolume {
	if len(c.Volumes)+len(c.ExistingVolumes) == 0 {
		return nil
	}
	out := map[string]v1alpha2.ContainerVolume{}
	for name, volume := range c.Volumes {
		out[name] = v1alpha2.ContainerVolume{
			Path:      volume.Path,
			ReadOnly:  volume.ReadOnly,
			ClaimName: v1alpha2.ClaimName(name),
		}
	}
	for name, volume := range c.ExistingVolumes {
		out[name] = v1alpha2.ContainerVolume{
			Path:          volume.Path,
			ReadOnly:      volume.ReadOnly,
			ConfigMapName: volume.ConfigMapName,
			Items:         volume.Items,
			ClaimName:     volume.ClaimName,
			SecretName:    volume.SecretName,
		}
	}
	return out
}

func convertVolumes(volumes map[string]Volume) map[string]v1alpha2.PersistentVolume {
	if len(volumes) == 0 {
		return nil
	}
	out := map[string]v1alpha2.PersistentVolume{}
	for name, volume := range volumes {
		out[name] = volume.convert()
	}
	return out
}

func (v Volume) convert() v1alpha2.PersistentVolume {
	return v1alpha2.PersistentVolume{
		Path:             v.Path,
		Labels:           v.Labels,
		Annotations:      v.Annotations,
		ClaimAnnotations: v.ClaimAnnotations,
		Attributes:       v.Attributes,
		VolumeHandle:     v.VolumeHandle,
		StorageClass:     *v.StorageClass,
		Driver:           v.Driver,
		Delete:           *v.Delete,
		Secret:           v.Secret,
		SecretNamespace:  v.SecretNamespace,
		Capacity:         v.Capacity,
	}
}
