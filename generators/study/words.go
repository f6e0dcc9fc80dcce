package study

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// textFields are fields. Their texts, and all texts below them, are commands, arguments, option flags or options.
var textFields = []string{
	"args", "arguments", "command", "commands", "listOptions", "mapOptions", "optionFlags", "options", "postStartExec", "preStopExec", "submitCommand",
}

// replaceWords replaces words in the commands of an object, and notes the words that it has found.
func replaceWords(object Object, words map[string]string, found map[string]bool) {
	if len(words) > 0 {
		replaceIn(reflect.ValueOf(object).Elem(), false, words, found)
	}
}

// replaceIn replaces words in a value. isText says that the value is a command, or below one.
func replaceIn(v reflect.Value, isText bool, words map[string]string, found map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		if isText {
			v.SetString(replaced(v.String(), words, found))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			replaceIn(v.Elem(), isText, words, found)
		}
	case reflect.Slice:
		for i := range v.Len() {
			replaceIn(v.Index(i), isText, words, found)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			entry := reflect.New(v.Type().Elem()).Elem()
			entry.Set(v.MapIndex(key))
			replaceIn(entry, isText, words, found)
			v.SetMapIndex(key, entry)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				replaceIn(v.Field(i), isText || slices.Contains(textFields, name), words, found)
			}
		}
	}
}

// wordPattern matches words.
var wordPattern = regexp.MustCompile("[A-Za-z_0-9]+")

// replaced returns a text with other texts in place of words that stand alone. Texts that are put in are not looked at again.
func replaced(text string, words map[string]string, found map[string]bool) string {
	return wordPattern.ReplaceAllStringFunc(text, func(word string) string {
		value, known := words[word]
		if !known {
			return word
		}
		found[word] = true
		return value
	})
}
