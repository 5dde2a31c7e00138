package watch

import (
	"fmt"
	far "net/http"
)

const Limit, low = 10, 2

var _ Runner[int] = (*Plan)(nil)
var handlers = map[string]func(int) error{"a": first}

// Plan is one.
type Plan struct {
	sync.Mutex
	*Base
	Name, kind string `json:"name"`
	next       []*Plan
	_          int
}

type Runner[T any] interface {
	fmt.Stringer
	Run(ctx context.Context, _ ...T) (int, error)
}

type Kind string

func NewPlan(name string) (*Plan, error) {
	p := &Plan{Name: name, next: []*Plan{}}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("bad: %w", err)
	}
	return p, nil
}

func (p *Plan) check() (err error) {
	total, err := p.sum(low)
	value, err := p.sum(total)
	for i, n := range p.next {
		go func(x int) { n.done <- x }(i)
	}
	for i := 0; i < total; i++ {
		defer p.Unlock()
	}
	for {
		select {
		case v, ok := <-p.done:
			use(v, ok)
		default:
			break
		}
	}
	switch x := value.(type) {
	case int, *Plan:
		use(x)
	default:
		return err
	}
	return handlers[string(p.kind)](p.next[1:2])
}
