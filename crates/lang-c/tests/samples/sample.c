#include <stdio.h>
#include "near.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef struct node { struct node *next; int value, rest[4]; } node_t;
enum state { OPEN, SHUT = 3 };
static const char *names[] = { "a", [2] = "b" };
int far_away(struct node *n, ...);

API_EXPORT int total(const node_t *first, unsigned long limit) ATTRIBUTE(1)
{
    int sum = 0, i;
    for (i = 0; first && i < 10; i++, first = first->next) {
        switch (first->value) {
        case 1: sum += first->rest[i]; break;
        default: goto done;
        }
    }
    do { sum--; } while (!sum);
#ifdef FAST
    if (sum) {
#else
    if (limit) {
#endif
        printf("%d %s\n", sum, names[0]);
    }
done:
    return (int)limit > sum ? sizeof(node_t) : far_away(&(node_t){ .value = 1 });
}

static void visit(int (*each)(void *), void *data) { if (each(data)) return; else each(0); }
