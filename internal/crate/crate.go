package crate

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

const (
	specification = "https://w3id.org/ro/crate/1.1"
	profile       = "https://w3id.org/ro/wfrun/process/0.5"
	page          = "https://github.com/latchkey-dev/latchkey"
)

// A Folder is what is known of a folder of results. Paths are relative to it, with / between folders.
type Folder struct {
	Files []File // without the metadata file
	// Sets are the records of the sets, by their folders.
	Sets map[string]*runs.Set
	// Programs are what ran in the sets, and Figures what was measured, by the folders of the sets.
	Programs map[string]Program
	Figures  map[string][]Figure
}

// A File is a file with its size in bytes and its SHA-256 in hexadecimal digits.
type File struct {
	Path   string
	Size   int64
	SHA256 string
}

// A Program is what an application says of itself. URL is its page. What is not known is "".
type Program struct{ Name, URL, Version string }

// A Figure is a number that was measured in a run.
type Figure struct{ Run, Name, Value, Unit string }

// New returns the content of [runs.CrateFile].
func New(about About, f Folder) ([]byte, error) {
	g := &graph{has: map[string]bool{}}
	g.add(entity{ID: runs.CrateFile, Type: "CreativeWork", About: &ref{"./"}, ConformsTo: &ref{specification}})
	root := entity{
		ID: "./", Type: "Dataset", ConformsTo: &ref{profile}, Name: about.Title, Description: cmp.Or(about.Description, f.inWords()),
		DatePublished: cmp.Or(about.DatePublished, f.lastDay()), Keywords: strings.Join(about.Keywords, ", "),
	}
	g.add(root)
	g.add(entity{ID: profile, Type: "CreativeWork", Name: "Process Run Crate", Version: "0.5"})
	root.License = g.license(about.License)
	agents := map[string]*ref{}
	for _, author := range about.Authors {
		person := g.person(author)
		root.Author, agents[author.Name] = append(root.Author, person), &person
	}
	root.HasPart = g.files(f)
	for _, folder := range slices.Sorted(maps.Keys(f.Sets)) {
		root.Mentions = append(root.Mentions, g.action(f, folder, agents[about.RanBy]))
	}
	g.entities[1] = root // with what was added since
	return g.encode()
}

// inWords describes a folder of which nobody said more.
func (f Folder) inWords() string {
	return fmt.Sprintf("Records, logs and manifests of %s, as Latchkey keeps them.", text.Count(len(f.Sets), "run"))
}

// lastDay returns the day on which the last run ended, or 1970-01-01 if none has.
func (f Folder) lastDay() string {
	last := time.Unix(0, 0)
	for _, set := range f.Sets {
		for _, at := range []*time.Time{set.Created, set.Ended} {
			if at != nil && at.After(last) {
				last = *at
			}
		}
	}
	return last.UTC().Format(time.DateOnly)
}

func (g *graph) license(name string) *ref {
	id := name
	if !isAddress(name) {
		id = "https://spdx.org/licenses/" + name
	}
	license := g.add(entity{ID: id, Type: "CreativeWork", Name: name, Description: "The license of this folder: " + name})
	return &license
}

func (g *graph) person(author Author) ref {
	person := entity{ID: local("person", author.Name), Type: "Person", Name: author.Name}
	if author.ORCID != "" {
		person.ID = "https://orcid.org/" + author.ORCID
	}
	if author.Affiliation != "" {
		organization := g.add(entity{ID: local("organization", author.Affiliation), Type: "Organization", Name: author.Affiliation})
		person.Affiliation = &organization
	}
	return g.add(person)
}

// files adds all files, and the folders of the sets with the files in them. It returns what the root has: the other files, and the folders.
func (g *graph) files(f Folder) (parts []ref) {
	of := map[string][]ref{} // by the folders of the sets
	for _, file := range slices.SortedFunc(slices.Values(f.Files), func(a, b File) int { return cmp.Compare(a.Path, b.Path) }) {
		added := g.add(entity{
			ID: inFolder(file.Path), Type: "File", Name: path.Base(file.Path), Description: role(file.Path), EncodingFormat: format(file.Path),
			ContentSize: strconv.FormatInt(file.Size, 10), SHA256: file.SHA256,
		})
		folder := path.Dir(file.Path)
		for folder != "." && f.Sets[folder] == nil {
			folder = path.Dir(folder)
		}
		if folder == "." {
			parts = append(parts, added)
		} else {
			of[folder] = append(of[folder], added)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(of)) {
		parts = append(parts, g.add(entity{
			ID: inFolder(folder + "/"), Type: "Dataset", Name: folder, Description: "The record and the logs of a run", HasPart: of[folder],
		}))
	}
	return parts
}

// role says what a file is for.
func role(file string) string {
	switch base := path.Base(file); {
	case base == runs.SetFile:
		return "What is known about the run: images, nodes, versions, times, how it ended"
	case path.Ext(base) == ".log":
		return "The log of the container " + strings.TrimSuffix(base, ".log") + " of the pod " + path.Base(path.Dir(file))
	case strings.HasPrefix(file, runs.SourcesFolder+"/"):
		return "Options and objects that were given to Latchkey, without the data of Secrets"
	case strings.HasPrefix(file, runs.ManifestsFolder+"/"):
		return "Manifests that were applied, without the data of Secrets"
	case strings.HasSuffix(base, runs.StudyEnd):
		return "The Study"
	case base == runs.AboutFile:
		return "Title, authors and license of this folder"
	}
	return ""
}

// format returns the media type of a file.
func format(file string) string {
	known := map[string]string{
		".log": "text/plain", ".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".html": "text/html", ".json": "application/json",
		".yaml": "application/yaml", ".gz": "application/gzip", ".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml",
	}
	return cmp.Or(known[path.Ext(file)], "application/octet-stream")
}
