/* The interface of adapters, which has a header of its own because their developers include it; input of bindgen. */
#include "murxla_plugin.h"
