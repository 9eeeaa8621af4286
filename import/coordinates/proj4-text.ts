// Reads proj4 text, such as `+proj=utm +zone=17 +datum=NAD83`, which is the inner form of every coordinate system here.

export function readProj4(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.trim().split(/\s+/)) {
    const [name, value = ''] = part.replace(/^\+/, '').split('=');
    if (name) parameters.set(name, value);
  }
  return parameters;
}

export function writeProj4(parameters: ReadonlyMap<string, string>): string {
  return [...parameters].map(([name, value]) => (value === '' ? `+${name}` : `+${name}=${value}`)).join(' ');
}
