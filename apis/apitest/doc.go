// Package apitest walks over API objects in tests, so that a property can be asked of every field and
// a new field is not forgotten.
//
// The main entries are [Fill], [FillZeros] and [FillSome], which give every field a value, and
// [EachField], which changes one field after the other. [Messages] is for comparing problems.
package apitest
