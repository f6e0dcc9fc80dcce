// Package apitest walks over API objects in tests. A test can then check a property of every field, and cannot forget a
// new field.
//
// The main entries are [Fill], [FillZeros] and [FillSome], which give every field a value. [Messages] is for comparing problems.
// Only tests import the package, and it knows no kind.
package apitest
