package parse

// ordered are values by their keys, and in the order in which they came.
type ordered[K comparable, V any] struct {
	all []V
	at  map[K]V
}

// get returns the value of a key. A new key gets the value that made returns.
func (o *ordered[K, V]) get(key K, made func() V) V {
	value, known := o.at[key]
	if !known {
		if value = made(); o.at == nil {
			o.at = map[K]V{}
		}
		o.all, o.at[key] = append(o.all, value), value
	}
	return value
}
