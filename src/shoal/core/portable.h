// Elementary functions that give the same bits on every x86-64 machine. Those of the C library do
// not: it chooses among versions with and without fused multiply-adds by the processor. Whatever
// the state of a simulation depends on calls these; tests/layers looks after it.
#pragma once

namespace shoal::portable {

// Within one unit in the last place.
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double tanh(double x);
double exp(double x);
double exp2(double x);
double expm1(double x);
double log(double x);
double log2(double x);
double log10(double x);
double pow(double base, double exponent);
double cbrt(double x);
double hypot(double x, double y);

}  // namespace shoal::portable
