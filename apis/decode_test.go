package apis_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// party is an object with a field of each type that Decode knows.
type party struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`

	Spec   partySpec `json:"spec"`
	Status struct{}  `json:"status"`
}

type partySpec struct {
	Size      *int32                       `json:"size,omitempty"`
	Small     uint8                        `json:"small,omitempty"`
	Large     uint64                       `json:"large,omitempty"`
	Ratio     float64                      `json:"ratio,omitempty"`
	Theme     string                       `json:"theme,omitempty"`
	Loud      *bool                        `json:"loud,omitempty"`
	Guests    []guest                      `json:"guests,omitempty"`
	Names     []string                     `json:"names,omitempty"`
	Presents  map[string]guest             `json:"presents,omitempty"`
	Songs     map[string]string            `json:"songs,omitempty"`
	Drinks    map[string]resource.Quantity `json:"drinks,omitempty"`
	Door      *intstr.IntOrString          `json:"door,omitempty"`
	Until     *metav1.Time                 `json:"until,omitempty"`
	Include   latchkey.Include             `json:"include,omitempty"`
	Anything  any                          `json:"anything,omitempty"`
	Rooms     *room                        `json:"rooms,omitempty"`
	Key       []byte                       `json:"key,omitempty"`
	Forgotten string                       `json:"-"`
}

type guest struct {
	Name      string `json:"name,omitempty"`
	Allergies string `json:"allergies,omitempty"`
}

// room contains itself.
type room struct {
	Room *room `json:"room,omitempty"`
}

func decode(t testing.TB, text string, into any) field.ErrorList {
	t.Helper()
	var node yaml.Node
	if err := yaml.Unmarshal([]byte(text), &node); err != nil {
		t.Fatalf("the test's YAML cannot be parsed: %v\n%s", err, text)
	}
	return apis.Decode(&node, into)
}

func TestDecodeValues(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want partySpec
	}{
		"empty":                {text: "{}"},
		"null is absent":       {text: "{size: null, theme: ~, guests: , songs: null, rooms: null, drinks: {tea: null}}", want: partySpec{Drinks: map[string]resource.Quantity{}}},
		"zero is not absent":   {text: "{size: 0, loud: false, songs: {}, names: []}", want: partySpec{Size: new(int32(0)), Loud: new(false), Songs: map[string]string{}, Names: []string{}}},
		"numbers":              {text: "{size: -5, small: 255, large: 9223372036854775807, ratio: 1}", want: partySpec{Size: new(int32(-5)), Small: 255, Large: 1<<63 - 1, Ratio: 1}},
		"numbers in all forms": {text: "{size: 0x1F, small: 0b11, large: 1_000, ratio: -1.5e3}", want: partySpec{Size: new(int32(31)), Small: 3, Large: 1000, Ratio: -1500}},
		"octal numbers":        {text: "{size: 0o17, small: 010}", want: partySpec{Size: new(int32(15)), Small: 8}},
		"tagged":               {text: "{size: !!int '5', theme: !!str 5, ratio: !!float 2, key: !!str aGk=}", want: partySpec{Size: new(int32(5)), Theme: "5", Ratio: 2, Key: []byte("hi")}},
		"binary text":          {text: "{theme: !!binary aGk=}", want: partySpec{Theme: "hi"}},
		"a date is text":       {text: "{theme: 2026-01-02}", want: partySpec{Theme: "2026-01-02"}},
		"quoted is text":       {text: `{theme: "yes", names: ["1", '2', "null", "<<"]}`, want: partySpec{Theme: "yes", Names: []string{"1", "2", "null", "<<"}}},
		"old booleans":         {text: "{loud: on}", want: partySpec{Loud: new(true)}},
		"old booleans, no":     {text: "{loud: No}", want: partySpec{Loud: new(false)}},
		"lists and mappings":   {text: "{guests: [{name: a}, {}], presents: {x: {name: b}}, names: [c]}", want: partySpec{Guests: []guest{{Name: "a"}, {}}, Presents: map[string]guest{"x": {Name: "b"}}, Names: []string{"c"}}},
		"keys that are usual":  {text: "{songs: {8080: a, -1: b, true: c, 2026-01-02: d}}", want: partySpec{Songs: map[string]string{"8080": "a", "-1": "b", "true": "c", "2026-01-02": "d"}}},
		"types with own JSON":  {text: "{drinks: {tea: 2, milk: 0.5, wine: 1Gi}, door: 50%, include: cs}", want: partySpec{Drinks: map[string]resource.Quantity{"tea": resource.MustParse("2"), "milk": resource.MustParse("0.5"), "wine": resource.MustParse("1Gi")}, Door: new(intstr.FromString("50%")), Include: latchkey.Include{"configmaps", "services"}}},
		"anything":             {text: "{anything: {a: [1, 1.5, x, on, null], b: {c: true}}}", want: partySpec{Anything: map[string]any{"a": []any{1.0, 1.5, "x", true, nil}, "b": map[string]any{"c": true}}}},
		"aliases":              {text: "{guests: [&g {name: &n a}, *g], theme: *n, names: &l [x], include: *l}", want: partySpec{Guests: []guest{{Name: "a"}, {Name: "a"}}, Theme: "a", Names: []string{"x"}, Include: latchkey.Include{"x"}}},
		"merge: own key wins":  {text: "{guests: [&g {name: a, allergies: nuts}, {name: b, <<: *g}]}", want: partySpec{Guests: []guest{{Name: "a", Allergies: "nuts"}, {Name: "b", Allergies: "nuts"}}}},
		"merge: first wins":    {text: "{songs: {<<: [{a: x}, {a: y, b: z}]}}", want: partySpec{Songs: map[string]string{"a": "x", "b": "z"}}},
		"merge within a merge": {text: "{songs: {<<: {<<: {a: x}, b: z}}}", want: partySpec{Songs: map[string]string{"a": "x", "b": "z"}}},
		"self-containing type": {text: "{rooms: {room: {room: {}}}}", want: partySpec{Rooms: &room{Room: &room{Room: &room{}}}}},
		"text of many lines":   {text: "theme: |\n  a\n  b\n", want: partySpec{Theme: "a\nb\n"}},
	} {
		var got partySpec
		problems := decode(t, test.text, &got)
		if diff := cmp.Diff(test.want, got); diff != "" || len(problems) > 0 {
			t.Errorf("%s: %v (-want +got):\n%s", name, problems, diff)
		}
	}
}

func TestDecodeReportsProblems(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"unknown fields": {
			text: "{spec: {siez: 1, guests: [{nam: a}], flowers: 2, allergies: x, presents: {x: {z: 1}}}, metadata: {labls: {}}, sepc: 1}",
			want: []string{
				`spec.siez: unknown field: did you mean "size"?`,
				`spec.guests[0].nam: unknown field: did you mean "name"?`,
				`spec.flowers: unknown field: choose one of "anything", "door", "drinks", "guests", "include", "key", "large", "loud", ` +
					`"names", "presents", "ratio", "rooms", "size", "small", "songs", "theme", "until"`,
				`spec.allergies: unknown field: it belongs under spec.guests[] or spec.presents.<name>`,
				`spec.presents[x].z: unknown field: choose one of "allergies", "name"`,
				`metadata.labls: unknown field: did you mean "labels"?`,
				`sepc: unknown field: did you mean "spec"?`,
			},
		},
		"keys given twice": {
			text: "{spec: {size: 1, theme: a, size: 2, songs: {a: x, a: 1}, anything: {a: {b: 1, b: 2}}}, spec: {}}",
			want: []string{
				`spec.size: this key is given twice: keep one of the two`,
				`spec.songs[a]: this key is given twice: keep one of the two`,
				`spec.anything.a.b: this key is given twice: keep one of the two`,
				`spec: this key is given twice: keep one of the two`,
			},
		},
		"a key given three times": {
			text: "{spec: {size: 1, size: 2, size: 3, songs: {a: x, a: y, a: z}}}",
			want: []string{
				`spec.size: this key is given twice: keep one of the two`,
				`spec.songs[a]: this key is given twice: keep one of the two`,
			},
		},
		"wrong types": {
			text: `{kind: 1, spec: {size: "8", small: deep, large: 1.5, ratio: x, theme: [a], loud: "true", guests: {name: a}, names: 8080, songs: [a]}}`,
			want: []string{
				`kind: 1 is a number: write it in quotes: "1"`,
				`spec.size: "8" is a string: write it without quotes: 8`,
				`spec.small: "deep" is a string: use a whole number, for example 64`,
				`spec.large: 1.5 is a number: use a whole number, for example 64`,
				`spec.ratio: "x" is a string: use a number, for example 0.5`,
				`spec.theme: this is a list: use text`,
				`spec.loud: "true" is a string: use true or false, without quotes`,
				`spec.guests: this is a mapping: use a list, with a dash before each item`,
				`spec.names: 8080 is a number: use a list, with a dash before each item`,
				`spec.songs: this is a list: use a mapping, with one indented "key: value" on each line`,
			},
		},
		"text that is none": {
			text: "{spec: {theme: yes, names: [1.10, true, 0x1F, n], songs: {a: off}}}",
			want: []string{
				`spec.theme: yes is a boolean to many readers: write it in quotes: "yes"`,
				`spec.names[0]: 1.10 is a number: write it in quotes: "1.10"`,
				`spec.names[1]: true is a boolean: write it in quotes: "true"`,
				`spec.names[2]: 0x1F is a number: write it in quotes: "0x1F"`,
				`spec.names[3]: n is a boolean to many readers: write it in quotes: "n"`,
				`spec.songs[a]: off is a boolean to many readers: write it in quotes: "off"`,
			},
		},
		"numbers that are none": {
			text: `{spec: {size: 2147483648, small: -1, large: 99999999999999999999, ratio: .inf, guests: [], door: {}}}`,
			want: []string{
				`spec.size: 2147483648 is out of range: use a whole number from -2147483648 to 2147483647`,
				`spec.small: -1 is out of range: use a whole number from 0 to 255`,
				`spec.large: 99999999999999999999 is out of range: use a whole number from 0 to 9223372036854775807`,
				`spec.ratio: .inf is a number: use a number, for example 0.5`,
				`spec.door: this is a mapping: use a whole number or text, for example 2 or 50%`,
			},
		},
		"whole numbers as fractions": {
			text: `{spec: {size: 1e3, small: 1.0, large: !!int 1.5}}`,
			want: []string{
				`spec.size: 1e3 is a number: use a whole number, for example 64`,
				`spec.small: 1.0 is a number: use a whole number, for example 64`,
				`spec.large: 1.5 is a number: use a whole number, for example 64`,
			},
		},
		"types with own JSON": {
			text: `{spec: {drinks: {tea: a lot, gin: " 1", ale: ., rum: "1e-99999999"}, until: noon, include: {}, key: "?", anything: [.nan, !!binary "?"]}}`,
			want: []string{
				`spec.drinks[tea]: "a lot" is a string: use a quantity, for example "500m" or "2Gi"`,
				`spec.drinks[gin]: " 1" is a string: use a quantity, for example "500m" or "2Gi"`,
				`spec.drinks[ale]: "." is a string: use a quantity, for example "500m" or "2Gi"`,
				`spec.drinks[rum]: "1e-99999999" is a string: use a quantity, for example "500m" or "2Gi"`,
				`spec.until: "noon" is a string: use a time, for example 2026-01-02T15:04:05Z`,
				`spec.include: this is a mapping: use a list of words such as [configmaps, jobs], or one text such as csjv`,
				`spec.key: "?" is a string: use text in base64`,
				`spec.anything[0]: .nan is a number: use a number, for example 64`,
				`spec.anything[1]: the !!binary value is no text in base64: write the text itself`,
			},
		},
		"keys that are no text": {
			text: "{spec: {songs: {0x10: a, 1.5: b, on: c, ~: d, [a]: e, TRUE: f, !x k: g}}, 1: 2}",
			want: []string{
				`spec.songs[0x10]: the key is no text: write it in quotes: "0x10"`,
				`spec.songs[1.5]: the key is no text: write it in quotes: "1.5"`,
				`spec.songs[on]: the key is no text: write it in quotes: "on"`,
				`spec.songs[~]: the key is no text: write it in quotes: "~"`,
				`spec.songs[?]: a key is no text: write it as one word`,
				`spec.songs[TRUE]: the key is no text: write it in quotes: "TRUE"`,
				`spec.songs[k]: the tag !x has no meaning here: remove it`,
				`1: unknown field: choose one of "apiVersion", "kind", "metadata", "spec", "status"`,
			},
		},
		"empty items": {
			text: "{spec: {names: [a, ~], guests: [null]}}",
			want: []string{
				`spec.names[1]: the item is empty: write a value, or leave the item out`,
				`spec.guests[0]: the item is empty: write a value, or leave the item out`,
			},
		},
		"tags": {
			text: "{spec: {theme: !secret x, songs: !!omap {}, names: !x [], anything: {a: !y b}}}",
			want: []string{
				`spec.theme: the tag !secret has no meaning here: remove it`,
				`spec.songs: the tag !!omap has no meaning here: remove it`,
				`spec.names: the tag !x has no meaning here: remove it`,
				`spec.anything.a: the tag !y has no meaning here: remove it`,
			},
		},
		"merge keys": {
			text: "{spec: {songs: {<<: x}, guests: [{<<: [{nam: y}, 1]}]}}",
			want: []string{
				`spec.songs: "x" is a string: a merge key (<<) takes a mapping or a list of mappings`,
				`spec.guests[0]: 1 is a number: a merge key (<<) takes a mapping or a list of mappings`,
				`spec.guests[0].nam: unknown field: did you mean "name"?`,
			},
		},
		"metadata of a user and of a server": {
			text: "{metadata: {name: 1, namespace: true, labels: {a: 1}, annotations: [], uid: 5, managedFields: x, creationTimestamp: no}, status: 5}",
			want: []string{
				`metadata.name: 1 is a number: write it in quotes: "1"`,
				`metadata.namespace: true is a boolean: write it in quotes: "true"`,
				`metadata.labels[a]: 1 is a number: write it in quotes: "1"`,
				`metadata.annotations: this is a list: use a mapping, with one indented "key: value" on each line`,
			},
		},
		"status elsewhere": {
			text: "{spec: {status: 1}}",
			want: []string{`spec.status: unknown field: choose one of "anything", "door", "drinks", "guests", "include", "key", "large", ` +
				`"loud", "names", "presents", "ratio", "rooms", "size", "small", "songs", "theme", "until"`},
		},
		"long and strange texts": {
			text: `{spec: {size: ` + strings.Repeat("x", 100) + `, songs: {"a\nb": 1}}}`,
			want: []string{
				`spec.size: "` + strings.Repeat("x", 60) + `…" is a string: use a whole number, for example 64`,
				`spec.songs["a\nb"]: 1 is a number: write it in quotes: "1"`,
			},
		},
		"no mapping":     {text: "[a]", want: []string{`: this is a list: use a mapping, with one indented "key: value" on each line`}},
		"empty document": {text: ""},
		"null document":  {text: "null"},
	} {
		got := decode(t, test.text, &party{})
		if diff := cmp.Diff(test.want, apitest.Messages(got...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestDecodeFillsTheRest checks that the rest of the object is filled in despite a mistake.
func TestDecodeFillsTheRest(t *testing.T) {
	t.Parallel()
	var got party
	problems := decode(t, "{kind: Party, metadata: {name: a}, spec: {size: deep, theme: b, guests: [{name: 1, allergies: c}], "+
		"presents: {d: {name: 1, allergies: e}}, drinks: {tea: a lot, milk: 1}}}", &got)
	want := party{
		TypeMeta: metav1.TypeMeta{Kind: "Party"}, ObjectMeta: metav1.ObjectMeta{Name: "a"},
		Spec: partySpec{
			Size: new(int32(0)), Theme: "b", Guests: []guest{{Allergies: "c"}}, Presents: map[string]guest{"d": {Allergies: "e"}},
			Drinks: map[string]resource.Quantity{"milk": resource.MustParse("1")},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) != 4 {
		t.Errorf("%v (-want +got):\n%s", problems, diff)
	}
}

func TestDecodeKeepsTypesAndValues(t *testing.T) {
	t.Parallel()
	got := decode(t, "{spec: {size: deep, siez: 1, small: 300, theme: a, theme: b, names: {}}}", &party{})
	want := field.ErrorList{
		{Type: field.ErrorTypeTypeInvalid, Field: "spec.size", BadValue: "deep", Detail: `"deep" is a string: use a whole number, for example 64`},
		{Type: field.ErrorTypeForbidden, Field: "spec.siez", BadValue: findings.Slip{Value: "", Meant: []string{"size"}}, Detail: `unknown field: did you mean "size"?`},
		{Type: field.ErrorTypeInvalid, Field: "spec.small", BadValue: "300", Detail: "300 is out of range: use a whole number from 0 to 255"},
		{Type: field.ErrorTypeDuplicate, Field: "spec.theme", BadValue: "theme", Detail: "this key is given twice: keep one of the two"},
		{Type: field.ErrorTypeTypeInvalid, Field: "spec.names", BadValue: field.OmitValueType{}, Detail: "this is a mapping: use a list, with a dash before each item"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
