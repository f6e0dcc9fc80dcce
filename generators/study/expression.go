package study

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// maxExpression is the length of an expression in bytes. It bounds the size of numbers on the way.
const maxExpression = 200

var errNoArithmetic = errors.New("this is not arithmetic: use integers, names of parameters, + - * / % and parentheses, as in nodes * 96")

// evaluate returns the value of arithmetic over parameters. It calculates exactly. lookup returns the value of a parameter.
func evaluate(text string, lookup func(name string) (constant.Value, error)) (int64, error) {
	if len(text) > maxExpression {
		return 0, fmt.Errorf("it has %d characters and may have %d: write it shorter", len(text), maxExpression)
	}
	parsed, err := parse(text)
	if err != nil {
		return 0, err
	}
	value, err := calculate(parsed, lookup)
	if err != nil {
		return 0, err
	}
	whole := constant.ToInt(value)
	if whole.Kind() != constant.Int {
		return 0, fmt.Errorf("it is %s, which is not an integer: change the values or the arithmetic", value)
	}
	number, fits := constant.Int64Val(whole)
	if !fits {
		return 0, fmt.Errorf("it is %s, which does not fit into 64 bits: use smaller values", value)
	}
	return number, nil
}

// namePattern matches names of parameters. In an expression they get a prefix, because words such as type have a meaning in Go.
var namePattern = regexp.MustCompile("[A-Za-z_][A-Za-z_0-9]*")

const namePrefix = "p_"

// parse reads an expression. A comment of Go is not arithmetic: // divides in other languages.
func parse(text string) (ast.Expr, error) {
	parsed, err := parser.ParseExpr(namePattern.ReplaceAllString(text, namePrefix+"$0"))
	if err != nil || strings.Contains(text, "//") || strings.Contains(text, "/*") {
		return nil, errNoArithmetic
	}
	return parsed, nil
}

func nameOf(e *ast.Ident) string { return strings.TrimPrefix(e.Name, namePrefix) }

func calculate(e ast.Expr, lookup func(name string) (constant.Value, error)) (constant.Value, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return calculate(e.X, lookup)
	case *ast.Ident:
		return lookup(nameOf(e))
	case *ast.BasicLit:
		// Go reads 010 as 8 and knows 0x10 and 1_0, which a value of a parameter cannot be.
		if number := constant.MakeFromLiteral(e.Value, e.Kind, 0); e.Kind == token.INT && number.ExactString() == e.Value {
			return number, nil
		}
	case *ast.UnaryExpr:
		x, err := calculate(e.X, lookup)
		if err == nil && (e.Op == token.SUB || e.Op == token.ADD) {
			return constant.UnaryOp(e.Op, x, 0), nil
		}
		if err != nil {
			return nil, err
		}
	case *ast.BinaryExpr:
		x, err := calculate(e.X, lookup)
		if err != nil {
			return nil, err
		}
		y, err := calculate(e.Y, lookup)
		if err != nil {
			return nil, err
		}
		return combine(x, e.Op, y)
	}
	return nil, errNoArithmetic
}

func combine(x constant.Value, op token.Token, y constant.Value) (constant.Value, error) {
	switch op {
	case token.ADD, token.SUB, token.MUL:
		return constant.BinaryOp(x, op, y), nil
	case token.QUO, token.REM:
		if constant.Sign(y) == 0 {
			return nil, errors.New("it divides by zero: change the values or the arithmetic")
		}
		if op == token.QUO {
			return constant.BinaryOp(x, op, y), nil
		}
		x, y = constant.ToInt(x), constant.ToInt(y)
		if x.Kind() != constant.Int || y.Kind() != constant.Int {
			return nil, errors.New("% takes integers: change the values or the arithmetic")
		}
		return constant.BinaryOp(x, op, y), nil
	}
	return nil, errNoArithmetic
}

// namesIn returns the names in an expression. It is empty for a string that is not an expression.
func namesIn(text string) (names []string) {
	parsed, err := parse(text)
	if err != nil {
		return nil
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			names = append(names, nameOf(name))
		}
		return true
	})
	return names
}
