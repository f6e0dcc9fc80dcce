package study

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// commandFields are fields. Their strings, and all strings below them, are commands, arguments, option flags or options.
var commandFields = []string{
	"args", "arguments", "command", "commands", "listOptions", "mapOptions", "optionFlags", "options", "postStartExec", "preStopExec", "submitCommand",
}

// replaceWords replaces words in the commands of an object, and notes the words that it has found.
func replaceWords(object Object, words map[string]string, found map[string]bool) {
	if len(words) > 0 {
		replaceIn(reflect.ValueOf(object).Elem(), false, words, found)
	}
}

// replaceIn replaces words in a value. isCommand says that the value is a command, or below one.
func replaceIn(v reflect.Value, isCommand bool, words map[string]string, found map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		if isCommand {
			v.SetString(replaced(v.String(), words, found))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			replaceIn(v.Elem(), isCommand, words, found)
		}
	case reflect.Slice:
		for i := range v.Len() {
			replaceIn(v.Index(i), isCommand, words, found)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			entry := reflect.New(v.Type().Elem()).Elem()
			entry.Set(v.MapIndex(key))
			replaceIn(entry, isCommand, words, found)
			v.SetMapIndex(key, entry)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				replaceIn(v.Field(i), isCommand || slices.Contains(commandFields, name), words, found)
			}
		}
	}
}

// wordPattern matches words.
var wordPattern = regexp.MustCompile("[A-Za-z_0-9]+")

// replaced returns a string with other strings in place of words that stand alone. Strings that are put in are not looked at again.
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
