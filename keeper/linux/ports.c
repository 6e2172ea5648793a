/* On which TCP ports a tree listens: what the kernel lists as listening, where a process of the tree holds the socket. */
#include "linux.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define TEXT_BYTES (128u << 10) /* listening sockets come first: of those 870 are looked at, of each family */
#define MAX_LISTENERS 1800
#define MAX_ADDRESS 37          /* 32 hexadecimal digits, a colon, and 4 of the port */
#define LISTENS "0A"

struct listener {
  uint64_t inode;
  const char *address; /* as the kernel writes it, up to a space */
  pid_t pid;           /* who of the tree holds it; 0: nobody */
};

struct look {
  struct listener *listeners;
  size_t count;
  pid_t pid;       /* whom we look at */
  int has_sockets; /* somebody of the tree */
};

/* Behind `count` words and the spaces after them. */
static const char *skip_words(const char *at, int count) {
  for (at += strspn(at, " "); count > 0; count--) {
    at += strcspn(at, " \n");
    at += strspn(at, " ");
  }
  return at;
}

/* `<number>: <local address> <remote address> <state> <queues> <timer> <retransmits> <uid> <timeout> <inode> …`, below a title. */
static void add_listeners(struct look *l, const char *text) {
  for (const char *line = strchr(text, '\n'); line && line[1] && l->count < MAX_LISTENERS; line = strchr(line + 1, '\n')) {
    const char *address = skip_words(line + 1, 1), *state = skip_words(address, 2), *inode = skip_words(state, 6);
    if (strncmp(state, LISTENS, 2) != 0) return;
    uint64_t number = parse_number(inode, strspn(inode, "0123456789"), 0);
    if (number > 0) l->listeners[l->count++] = (struct listener){number, address, 0};
  }
}

/* 0: it is no socket. The name says it, without asking the file system, which may be a server that does not answer. */
static uint64_t socket_behind(const char *path) {
  static const char kind[] = "socket:[";
  char name[64];
  ssize_t length = readlink(path, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  if (strncmp(name, kind, sizeof kind - 1) != 0) return 0;
  const char *digits = name + sizeof kind - 1;
  return parse_number(digits, strspn(digits, "0123456789"), 0);
}

static void look_at_descriptor(const char *name, void *context) {
  struct look *l = context;
  char path[64];
  if (name[0] < '0' || name[0] > '9' || strlen(name) > 10) return;
  strcpy(path + proc_path(path, l->pid, "/fd/"), name);
  uint64_t inode = socket_behind(path);
  if (inode == 0) return;
  l->has_sockets = 1;
  for (size_t i = 0; i < l->count; i++)
    if (l->listeners[i].inode == inode) l->listeners[i].pid = l->pid;
}

static void look_at_process(struct look *l, pid_t pid) {
  char path[64];
  l->pid = pid;
  proc_path(path, l->pid, "/fd");
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  platform_each_entry(folder, look_at_descriptor, l);
  close(folder);
}

static void write_ports(const struct look *l, char *to, size_t capacity) {
  size_t used = 0;
  for (size_t i = 0; i < l->count && used + MAX_ADDRESS + 13 < capacity; i++) {
    const struct listener *one = &l->listeners[i];
    size_t length = strcspn(one->address, " ");
    if (one->pid == 0 || length > MAX_ADDRESS) continue;
    memcpy(to + used, one->address, length);
    used += length;
    to[used++] = ' ';
    used += format_number(to + used, (uint64_t)one->pid, 1);
    to[used++] = ';';
  }
  to[used] = 0;
}

/* Most have no socket at all, and then nobody need walk through the kernel's tables of them: that takes milliseconds. */
static int has_sockets(const struct pid_list *list) {
  struct look l = {0};
  for (size_t i = 0; i < list->count && !l.has_sockets; i++) look_at_process(&l, list->entries[i].pid);
  return l.has_sockets;
}

int platform_list_ports(const struct pid_list *list, char *to, size_t capacity) {
  static const char *const files[] = {"/net/tcp", "/net/tcp6"};
  const size_t bytes = 2 * TEXT_BYTES + MAX_LISTENERS * sizeof(struct listener);
  to[0] = 0;
  if (!has_sockets(list)) return 0;
  char *memory = pages_take(bytes), path[64];
  if (!memory) return -1;
  struct look l = {.listeners = (struct listener *)(memory + 2 * TEXT_BYTES)};
  for (int i = 0; i < 2; i++) {
    char *text = memory + (size_t)i * TEXT_BYTES;
    proc_path(path, list->entries[list->count - 1].pid, files[i]); /* its own network, where it has one */
    if (read_file(path, text, TEXT_BYTES) > 0) add_listeners(&l, text);
  }
  for (size_t i = 0; i < list->count && l.count > 0; i++) look_at_process(&l, list->entries[i].pid);
  write_ports(&l, to, capacity);
  pages_give(memory, bytes);
  return 0;
}
