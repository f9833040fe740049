# Replaces the build system of a source distribution. pip asks it for the metadata of the downloaded package.
import os
import sys


def prepare_metadata_for_build_wheel(directory, config_settings=None):
    folder = "PACKAGE".replace("-", "_") + "-VERSION.dist-info"
    os.mkdir(os.path.join(directory, folder))
    with open(os.path.join(directory, folder, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\nName: PACKAGE\nVersion: VERSION\n")
    return folder


# The name for packages that do not say how they are built.
__legacy__ = sys.modules[__name__]
