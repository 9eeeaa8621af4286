// The table of routes that Fastify prints, as `GET /api/parcels`.

/** It prints a tree, indented by four characters a level: a child's path is added to its parent's. */
export function printedRoutes(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, path, methods] = /^(.*?)(?:├──|└──) (\S+) \((.+)\)$/.exec(line) ?? [];
    if (path === undefined) return [];
    const depth = indent!.length / 4;
    const full = (above[depth - 1] ?? '') + path;
    above[depth] = full;
    return methods!.split(', ').map((method) => `${method} ${full}`);
  });
}
