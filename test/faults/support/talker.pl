#!/usr/bin/perl
# Prints a numbered line every <pause> seconds, repeats what it is told, and exits with <code> when told "end".
use strict;
my ($pause, $code) = @ARGV;
my ($number, $heard) = (0, '');
$| = 1;
while (1) {
  my $ready = '';
  vec($ready, 0, 1) = 1;
  if (select($ready, undef, undef, $pause)) {
    exit 99 unless sysread(STDIN, $heard, 4096, length $heard);
    while ($heard =~ s/^(.*)\n//) {
      if ($1 eq 'end') { print "ended $number\n"; exit $code }
      print "got $1\n";
    }
  } else {
    print "line $number\n";
    $number++;
  }
}
