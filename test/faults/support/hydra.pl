#!/usr/bin/perl
# Pairs of processes that ignore SIGTERM; whichever of a pair dies, the other makes a new one at once.
use strict;
my $pairs = shift;
$SIG{TERM} = 'IGNORE';
for (1 .. $pairs) { live() unless fork }
$| = 1;
print "ready\n";
sleep 1000 while 1;

sub live {
  while (1) {
    my $parent = $$;
    my $child = fork // next;
    if ($child) { waitpid $child, 0; next }
    select undef, undef, undef, 0.0002 while getppid == $parent;
  }
}
