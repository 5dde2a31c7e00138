#include <vector>
#include "db/near.h"

#define LIMIT 10

namespace store {

class EXPORT Table final : public Base, private other::Mixin<int> {
 public:
  explicit Table(const std::string& name, int size = 3) : name_(name), size_{size, 1} {}
  virtual ~Table() = default;
  [[nodiscard]] int Get(const char* key, ...) const override;
  template <typename T> T* find(T&& what) { return nullptr; }
  static int count;

 protected:
  virtual void Done() = 0;
  enum class State { kOpen, kShut = 2 };

 private:
  std::unique_ptr<Node> name_, other_;
  unsigned int size_ = 0;
};

int Table::Get(const char* key, ...) const {
  auto [first, second] = split(key);
  for (const auto& item : items_) {
    if (auto it = find(item); it != end()) { total += it->second; } else continue;
  }
  for (int i = 0; i < 10; ++i) { switch (i) { case 1: return 2; default: break; } }
  try { std::sort(a.begin(), b, [&](int x) { return x * 2; }); } catch (const Error& e) { throw Wrong("x"); }
  do { size_++; } while (!done && *first);
  return static_cast<int>(sizeof(Node)) ? (int)first : new Node(second)->value[3];
}

static int helper(void) { return LIMIT; }
int helper_of(struct point *p);
}  // namespace store

typedef struct { int x, *y; } point;
typedef int (*callback)(void *data);
extern int far_away;
int shared = 3;
