// Parameters of prescribed motion.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/core/time_series.h"

namespace shoal {

struct KeyframeParams {
  double at = 0;   // s
  Vec3d position;  // m
  Vec3d rotation;  // degrees
};

template <>
struct Describe<KeyframeParams> {
  static Entries entries();
};

enum class WaveMakerKind { Piston, Flap };

template <>
struct EnumWords<WaveMakerKind> {
  static constexpr EnumWord<WaveMakerKind> words[] = {{WaveMakerKind::Piston, "piston"},
                                                      {WaveMakerKind::Flap, "flap"}};
};

enum class WaveSpectrum { Regular, Jonswap, PiersonMoskowitz };

template <>
struct EnumWords<WaveSpectrum> {
  static constexpr EnumWord<WaveSpectrum> words[] = {
      {WaveSpectrum::Regular, "regular"},
      {WaveSpectrum::Jonswap, "jonswap"},
      {WaveSpectrum::PiersonMoskowitz, "pierson-moskowitz"}};
};

// Waves of linear theory, which a wall makes by its motion.
struct WaveMakerParams {
  WaveMakerKind kind = WaveMakerKind::Piston;
  WaveSpectrum spectrum = WaveSpectrum::Regular;
  double height = 0;      // m, from trough to crest; of a spectrum the significant height
  double period = 0;      // s; of a spectrum that of its peak
  double depth = 0;       // m, of still water
  double gravity = 9.81;  // m/s^2
  Vec3d direction{1, 0, 0};
  Vec3d up{0, 1, 0};
  double ramp = 2;      // periods
  double gamma = 3.3;   // peak enhancement of JONSWAP
  int components = 64;  // of a spectrum
  int seed = 1;         // of their phases
};

template <>
struct Describe<WaveMakerParams> {
  static Entries entries();
};

struct MotionParams {
  VectorFormulaText translate;  // m
  FormulaText rotate;           // radians
  Vec3d axis{0, 0, 1};
  Vec3d centre;  // m
  std::vector<KeyframeParams> keyframes;
  std::optional<WaveMakerParams> waves;
  std::string file;                                     // CSV, see readMotion(); "": none
  Interpolation interpolation = Interpolation::Linear;  // between keyframes or rows of the file
};

template <>
struct Describe<MotionParams> {
  static Entries entries();
};

}  // namespace shoal
