# Bullet in double precision. Its own package file names neither targets nor whole paths.
find_path(BULLET_INCLUDE_FOLDER btBulletDynamicsCommon.h PATH_SUFFIXES bullet REQUIRED)
find_library(BULLET_DYNAMICS_LIBRARY BulletDynamics-float64 REQUIRED)

# By name, so that what is installed does not carry the paths of this machine.
function(shoal_link_bullet target)
  target_include_directories(${target} SYSTEM PRIVATE ${BULLET_INCLUDE_FOLDER})
  target_compile_definitions(${target} PRIVATE BT_USE_DOUBLE_PRECISION)
  target_link_libraries(${target}
    PRIVATE BulletDynamics-float64 BulletCollision-float64 LinearMath-float64)
endfunction()
