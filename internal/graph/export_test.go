package graph

// Kind returns the kind of the object.
func (o *Object) Kind() string { return o.item.Kind }
