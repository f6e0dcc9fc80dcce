package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A published is a value of a table, with what it was measured in: google/gke/cpu and 64 nodes.
type published struct {
	value             float64
	experiment, nodes string
}

// A key is an application and one of its metrics.
type key struct{ table, metric string }

// tables reads the tables of a study: analysis/*/data and paper/*/data.
func tables(study string) (map[key][]published, error) {
	all := map[key][]published{}
	for pattern, read := range map[string]func(string, map[key][]published) error{
		"*-results.csv": readTable, "osu_*-dataframe.csv": readTable, "osu-parsed.json": readCurves,
	} {
		paths, err := filepath.Glob(filepath.Join(study, "*", "*", "data", pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if isCopied(path) {
				fmt.Println(path + ": left out, a copy of the tables of performance-study")
				continue
			}
			if err := read(path, all); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no tables */data/*-results.csv: is it a study of converged-computing?", study)
	}
	return all, nil
}

// isCopied tells whether a table is a copy of a table of the other study, as lammps-reax-results.csv beside lammps-results.csv is in all its 670 values.
func isCopied(path string) bool {
	_, err := os.Stat(filepath.Join(filepath.Dir(path), "lammps-results.csv"))
	return err == nil && filepath.Base(path) == "lammps-reax-results.csv"
}

// tableOf names a table by its folder, and by its file if that is called otherwise: "analysis/minife/kripke".
func tableOf(path string) string {
	folder := filepath.Dir(filepath.Dir(path))
	name := filepath.Base(filepath.Dir(folder)) + "/" + filepath.Base(folder)
	if file, is := strings.CutSuffix(filepath.Base(path), "-results.csv"); is && file != filepath.Base(folder) {
		name += "/" + file
	}
	return name
}

// readTable reads a table with a value in each row. Tables of OSU have the value in a column that is called as its unit.
func readTable(path string, all map[key][]published) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return err
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	test, _, _ := strings.Cut(filepath.Base(path), "-")
	for _, row := range rows[1:] {
		metric, text := test, row[min(2, len(row)-1)]
		if at, found := column["metric"]; found {
			metric, text = row[at], row[column["value"]]
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue // a run without a figure
		}
		if slices.Contains(millions, metric) {
			value *= 1e6
		}
		k := key{tableOf(path), metric}
		all[k] = append(all[k], published{value, strings.TrimSuffix(row[column["experiment"]], "/"+test), row[column["nodes"]]})
	}
	return nil
}

// readCurves reads the curves of OSU: rows of size and value. A curve that is there twice is one execution, of which two files have the
// output, and counts once.
func readCurves(path string, all map[key][]published) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var read []struct {
		Command string
		Context []any // cloud, environment, cpu or gpu, nodes
		Matrix  [][]float64
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	seen, repeated := map[string]bool{}, 0
	for _, curve := range read {
		if same := fmt.Sprint(curve); seen[same] {
			repeated += len(curve.Matrix)
			continue
		} else {
			seen[same] = true
		}
		k := key{tableOf(path), curve.Command}
		for _, row := range curve.Matrix {
			c := curve.Context
			all[k] = append(all[k], published{row[len(row)-1], fmt.Sprintf("%v/%v/%v", c[0], c[1], c[2]), fmt.Sprint(c[3])})
		}
	}
	fmt.Printf("%s: %d values are of curves that are there twice, and count once\n", path, repeated)
	return nil
}
