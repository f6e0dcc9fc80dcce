// Package kubectl runs the kubectl on PATH, with the kubeconfig, context and namespace that its flags and its
// configuration say. So Latchkey needs no client library, and every way to log in that kubectl knows works here too.
//
// [Client.Get] reads objects, [Client.Run] passes output on as it comes, and [Client.Attach] gives kubectl the
// streams of the user. Errors say in plain words what kubectl said.
//
// It does not judge objects, and it runs no other program.
package kubectl
