"""Opens a run of shoal in Blender (made and tested with 3.4).

    blender --python open_in_blender.py

or, within Blender, in the Text Editor: Open, Run Script. Surfaces and points are read from the
files beside this script whenever the frame changes. A saved .blend file needs these files, too;
it holds this script, which registers itself when the file is opened (allow it to run scripts).
"""

import json
import math
import os

import bpy
import numpy as np
from bpy.app.handlers import persistent
from mathutils import Matrix, Quaternion, Vector

FOLDER = "shoal_folder"  # property of an object: where its export is
FILES = "shoal_files"  # its files, with ###### for the number of the frame
FRAMES = "shoal_frames"  # numbers of its frames
LOADED = "shoal_loaded"  # the frame that its mesh is of


# ---------------------------------------------------------------------------------------- files

PLY_TYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
             "float": "f4", "double": "f8"}


def read_ply(path):
    """The elements of a binary PLY file as arrays: {"vertex": {"x": ...}, "edge": ..., "face": ...}."""
    with open(path, "rb") as file:
        data = file.read()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    elements = []
    for line in data[:end].decode("ascii").splitlines():
        words = line.split()
        if words[0] == "element":
            elements.append((words[1], int(words[2]), []))
        elif words[0] == "property":
            elements[-1][2].append(words[1:])
    result = {}
    for name, count, properties in elements:
        if name == "face":
            result[name], end = read_faces(data, end, count, len(properties) > 1)
            continue
        kind = np.dtype([(p[1], "<" + PLY_TYPES[p[0]]) for p in properties])
        result[name] = np.frombuffer(data, kind, count, end)
        end += count * kind.itemsize
    return result


def read_faces(data, start, count, has_material):
    """Corners of all polygons, where each begins, how many it has, and its material."""
    def record(corners):
        parts = [("n", "u1"), ("v", "<i4", (corners,))]
        return np.dtype(parts + [("m", "<u2")] if has_material else parts)

    if count == 0:
        empty = np.zeros(0, np.int32)
        return {"corners": empty, "begin": empty, "size": empty, "material": None}, start
    # As long as all polygons have as many corners as the first, they are an array.
    kind = record(data[start])
    if start + count * kind.itemsize <= len(data):
        all_faces = np.frombuffer(data, kind, count, start)
        if (all_faces["n"] == data[start]).all():
            size = all_faces["n"].astype(np.int32)
            return {"corners": all_faces["v"].reshape(-1), "begin": np.arange(count) * size[0],
                    "size": size, "material": all_faces["m"] if has_material else None}, \
                start + count * kind.itemsize
    corners, size, material = [], np.zeros(count, np.int32), np.zeros(count, np.uint16)
    for k in range(count):
        n = data[start]
        size[k] = n
        corners.append(np.frombuffer(data, "<i4", n, start + 1))
        start += 1 + 4 * n
        if has_material:
            material[k] = int.from_bytes(data[start:start + 2], "little")
            start += 2
    begin = np.concatenate(([0], np.cumsum(size)[:-1]))
    return {"corners": np.concatenate(corners), "begin": begin, "size": size,
            "material": material if has_material else None}, start


def columns(table, *names):
    return np.stack([table[name] for name in names], axis=1).astype(np.float32)


# --------------------------------------------------------------------------------------- meshes

def fill_mesh(mesh, ply, smooth):
    """Replaces the geometry of a mesh; its materials stay."""
    vertex, face, edge = ply["vertex"], ply.get("face"), ply.get("edge")
    mesh.clear_geometry()
    mesh.vertices.add(len(vertex))
    mesh.vertices.foreach_set("co", columns(vertex, "x", "y", "z").ravel())
    if edge is not None and len(edge) > 0:
        mesh.edges.add(len(edge))
        mesh.edges.foreach_set("vertices", columns(edge, "vertex1", "vertex2").astype(np.int32).ravel())
    if face is not None and len(face["size"]) > 0:
        mesh.loops.add(len(face["corners"]))
        mesh.loops.foreach_set("vertex_index", face["corners"].astype(np.int32))
        mesh.polygons.add(len(face["size"]))
        mesh.polygons.foreach_set("loop_start", face["begin"].astype(np.int32))
        mesh.polygons.foreach_set("loop_total", face["size"])
        mesh.polygons.foreach_set("use_smooth", np.full(len(face["size"]), smooth))
        if face["material"] is not None and len(mesh.materials) > 1:
            last = len(mesh.materials) - 1  # of faces without a material of their own
            mesh.polygons.foreach_set("material_index",
                                      np.minimum(face["material"], last).astype(np.int32))
        if "s" in vertex.dtype.names:
            uv = columns(vertex, "s", "t")[face["corners"]]
            mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", uv.ravel())
    mesh.update(calc_edges=edge is None)
    if face is not None and len(face["size"]) > 0 and "nx" in vertex.dtype.names:
        if hasattr(mesh, "use_auto_smooth"):  # until 4.0
            mesh.use_auto_smooth = True
        mesh.normals_split_custom_set_from_vertices(columns(vertex, "nx", "ny", "nz"))
    add_attributes(mesh, vertex)


def add_attributes(mesh, vertex):
    """What the vertices carry, of which Cycles takes "velocity" (m/s) for motion blur."""
    names = vertex.dtype.names
    if "vx" in names:
        velocity = mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT")
        velocity.data.foreach_set("vector", columns(vertex, "vx", "vy", "vz").ravel())
    known = {"x", "y", "z", "vx", "vy", "vz", "nx", "ny", "nz", "s", "t"}
    for name in names:
        if name in known:
            continue
        whole = vertex.dtype[name].kind in "iu"
        attribute = mesh.attributes.new(name, "INT" if whole else "FLOAT", "POINT")
        values = vertex[name].astype(np.int32 if whole else np.float32)
        attribute.data.foreach_set("value", values)


# ------------------------------------------------------------------------------------ sequences

def load_frame(thing, frame):
    """Loads the newest frame that there is at a time, or nothing before the first."""
    earlier = [k for k in thing[FRAMES] if k <= frame]
    wanted = earlier[-1] if earlier else -1
    if thing.get(LOADED) == wanted:
        return
    thing[LOADED] = wanted
    if not earlier:
        thing.data.clear_geometry()
        return
    path = os.path.join(thing[FOLDER], thing[FILES].replace("######", "%06d" % wanted))
    fill_mesh(thing.data, read_ply(bpy.path.abspath(path)), smooth=True)


@persistent
def load_shoal_frames(scene, *_):
    # Renderers ask for times between frames, too: those belong to the nearest frame.
    frame = math.floor(scene.frame_current + scene.frame_subframe + 0.5)
    for thing in scene.objects:
        if FILES in thing:
            load_frame(thing, frame)


def register():
    handlers = bpy.app.handlers.frame_change_pre
    for old in [h for h in handlers if h.__name__ == load_shoal_frames.__name__]:
        handlers.remove(old)
    handlers.append(load_shoal_frames)


# ---------------------------------------------------------------------------------------- parts

def linear(colour):
    """Linear RGB of an sRGB colour."""
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]


def new_material(name, look):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = next(n for n in material.node_tree.nodes if n.type == "BSDF_PRINCIPLED")

    def put(value, *names):  # sockets have other names since 4.0
        for socket in names:
            if socket in shader.inputs:
                shader.inputs[socket].default_value = value
                return

    colour = (*linear(look["colour"]), 1)
    put(colour, "Base Color")
    put(look["roughness"], "Roughness")
    put(look["transmission"], "Transmission", "Transmission Weight")
    put(look["ior"], "IOR")
    put(look["opacity"], "Alpha")
    alpha = min(look["opacity"], 0.6 if look["transmission"] > 0 else 1)
    material.diffuse_color = (*linear(look["colour"]), alpha)  # of the solid view
    if look["opacity"] < 1 and hasattr(material, "blend_method"):
        material.blend_method = "BLEND"
        material.shadow_method = "NONE"
    return material


def new_object(part, collection):
    thing = bpy.data.objects.new(part["name"], bpy.data.meshes.new(part["name"]))
    thing.data.materials.append(new_material(part["name"], part["material"]))
    collection.objects.link(thing)
    return thing


def add_sequence(part, folder, collection):
    thing = new_object(part, collection)
    thing[FOLDER] = folder
    thing[FILES] = part["files"]
    thing[FRAMES] = part["frames"]
    return thing


def add_points(part, folder, collection, spacing, shown):
    """Points as balls of a particle's size. With surfaces there, they are hidden."""
    thing = add_sequence(part, folder, collection)
    thing.modifiers.new("Balls", "NODES").node_group = ball_nodes(part["name"], spacing / 2,
                                                                 thing.data.materials[0])
    thing.hide_render = thing.hide_viewport = not shown
    return thing


def ball_nodes(name, radius, material):
    group = bpy.data.node_groups.new(name, "GeometryNodeTree")
    if hasattr(group, "interface"):  # since 4.0
        group.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        group.inputs.new("NodeSocketGeometry", "Geometry")
        group.outputs.new("NodeSocketGeometry", "Geometry")
    chain = [group.nodes.new(kind) for kind in ("NodeGroupInput", "GeometryNodeMeshToPoints",
                                                "GeometryNodeSetMaterial", "NodeGroupOutput")]
    chain[1].inputs["Radius"].default_value = radius
    chain[2].inputs["Material"].default_value = material
    for left, right in zip(chain, chain[1:]):
        group.links.new(left.outputs[0], right.inputs[0])
    for place, node in enumerate(chain):
        node.location = (200 * place, 0)
    return group


def add_rigid(part, folder, collection):
    thing = new_object(part, collection)
    fill_mesh(thing.data, read_ply(os.path.join(folder, part["file"])), smooth=False)
    table = np.genfromtxt(os.path.join(folder, part["poses"]), delimiter=",", names=True)
    table = np.atleast_1d(table)
    frames = table["frame"]
    place = columns(table, "x", "y", "z").astype(np.float64)
    turn = columns(table, "qw", "qx", "qy", "qz").astype(np.float64)
    for k in range(1, len(turn)):  # q and -q are one rotation: between frames the short way is meant
        if np.dot(turn[k], turn[k - 1]) < 0:
            turn[k] *= -1
    thing.rotation_mode = "QUATERNION"
    thing.location = place[0]
    thing.rotation_quaternion = turn[0]
    if (place != place[0]).any() or (turn != turn[0]).any():
        add_keys(thing, "location", frames, place)
        add_keys(thing, "rotation_quaternion", frames, turn)
    return thing, int(frames[-1])


def hide_after(thing, last):
    """For a solid that was removed during the run."""
    for path in ("hide_viewport", "hide_render"):
        for frame, hidden in ((last, False), (last + 1, True)):
            setattr(thing, path, hidden)
            thing.keyframe_insert(path, frame=frame)


def add_keys(thing, path, frames, values):
    """A key at every frame, with straight lines between them."""
    if thing.animation_data is None:
        thing.animation_data_create()
    if thing.animation_data.action is None:
        thing.animation_data.action = bpy.data.actions.new(thing.name)
    for axis in range(values.shape[1]):
        curve = thing.animation_data.action.fcurves.new(path, index=axis)
        curve.keyframe_points.add(len(frames))
        curve.keyframe_points.foreach_set("co", np.stack([frames, values[:, axis]], axis=1).ravel())
        curve.keyframe_points.foreach_set("interpolation", np.ones(len(frames), np.int32))  # linear
        curve.update()


# ---------------------------------------------------------------------------------------- scene

def add_camera(view, scene, collection):
    data = bpy.data.cameras.new("Camera")
    thing = bpy.data.objects.new("Camera", data)
    collection.objects.link(thing)
    forward, up = Vector(view["forward"]), Vector(view["up"])
    side = forward.cross(up)
    axes = Matrix((side, up, -forward)).transposed()
    thing.matrix_world = Matrix.Translation(view["eye"]) @ axes.to_4x4()
    data.sensor_fit = "VERTICAL"
    data.angle_y = math.radians(view["fieldOfView"])
    if view["orthographic"]:
        data.type = "ORTHO"
        data.ortho_scale = 2 * view["halfHeight"]
    data.clip_start = 1e-3
    scene.camera = thing


def add_light(scene, collection):
    """A sun, and the light of the sky from all sides."""
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy = 3
    sun.data.angle = math.radians(5)
    sun.rotation_euler = (math.radians(40), math.radians(15), math.radians(30))
    collection.objects.link(sun)
    world = scene.world or bpy.data.worlds.new("World")
    scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes.get("Background")
    if sky:
        sky.inputs["Color"].default_value = (0.65, 0.75, 0.85, 1)
        sky.inputs["Strength"].default_value = 0.8


def clear_start_up():
    """Removes what Blender's start-up file shows; files of artists stay as they are."""
    if bpy.data.filepath:
        return
    for name in ("Cube", "Light", "Camera"):
        if name in bpy.data.objects:
            bpy.data.objects.remove(bpy.data.objects[name])


def set_time(scene, run):
    scene.render.fps = max(1, round(run["fps"]))
    scene.render.fps_base = scene.render.fps / run["fps"]
    scene.frame_start, scene.frame_end = run["frames"][0], run["frames"][-1]


def set_renderer(scene):
    """Cycles blurs what moves by the attribute "velocity"; Eevee does not."""
    scene.render.engine = "CYCLES"
    scene.render.use_motion_blur = True
    scene.render.use_lock_interface = True  # meshes change while frames are rendered
    scene.cycles.samples = 64
    scene.cycles.transmission_bounces = 16
    if not can_denoise():  # then rendering would stop with an error
        scene.cycles.use_denoising = False
        scene.cycles.samples = 256


def can_denoise():
    """Debian's Blender comes without Intel's denoiser."""
    try:
        import _cycles
        return bool(_cycles.with_openimagedenoise)
    except (ImportError, AttributeError):
        return True


def keep_script(path):
    """Lets a saved file hold this script and run it when it is opened."""
    name = os.path.basename(path)
    text = bpy.data.texts.get(name) or bpy.data.texts.new(name)
    with open(path, encoding="utf-8") as file:
        text.from_string(file.read())
    text.use_module = True


def script_path():
    """Where this script is, also when it runs in the Text Editor; "" if a saved file holds it."""
    if os.path.isfile(__file__):
        return os.path.abspath(__file__)
    text = bpy.data.texts.get(os.path.basename(__file__))
    return bpy.path.abspath(text.filepath) if text and text.filepath else ""


def open_run(path):
    folder = os.path.dirname(path)
    with open(os.path.join(folder, "scene.json"), encoding="utf-8") as file:
        run = json.load(file)
    clear_start_up()
    scene = bpy.context.scene
    set_time(scene, run)
    collection = bpy.data.collections.new(run["title"] or "shoal")
    scene.collection.children.link(collection)
    parts = run["parts"]
    has_surface = run["dimensions"] == 3 and any(p["kind"] == "fluid" for p in parts)
    for part in parts:
        if part["kind"] == "rigid":
            thing, last = add_rigid(part, folder, collection)
            if last < run["frames"][-1]:
                hide_after(thing, last)
        elif part["kind"] == "points":
            shown = not has_surface or part["name"] != "particles"
            add_points(part, folder, collection, run["spacing"], shown)
        else:
            add_sequence(part, folder, collection)
    add_camera(run["camera"], scene, collection)
    add_light(scene, collection)
    set_renderer(scene)
    keep_script(path)
    register()
    scene.frame_set(run["frames"][0])


if __name__ == "__main__" and script_path():
    open_run(script_path())
else:  # a saved file was opened
    register()
