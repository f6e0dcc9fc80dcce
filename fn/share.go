package fn

import "github.com/latchkey-dev/latchkey/generators"

// share makes the runs of a study wait for each other, if the study has an order, and puts what they have in common into objects of
// the study. Then it leaves out what the option include leaves out.
func share(a attachments) (attachments, Results) {
	sets, problems := generators.Share(plain(a.sets), studies(a.sets))
	for at := range sets {
		sets[at].Objects = sets[at].Included()
	}
	var found Results
	for at, s := range a.sets {
		found = append(found, s.problems(problems[at], nil)...)
	}
	a.sets = withObjects(a.sets, sets)
	return a, found
}

// studies returns the index of the study of each set, or -1.
func studies(sets []set) []int {
	at := map[*Item]int{}
	for i, s := range sets {
		at[s.item] = i
	}
	of := make([]int, len(sets))
	for i, s := range sets {
		of[i] = -1
		if s.study != nil {
			of[i] = at[s.study]
		}
	}
	return of
}
