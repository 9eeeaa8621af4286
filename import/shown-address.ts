// A source as it may be printed, listed and logged: the query of an address may hold a key, so only its host and path are
// shown. The condition that chooses rows of a service stays.

export function shownAddress(source: string): string {
  if (!/^https?:\/\//i.test(source)) return source;
  const [, path, query] = /^([^?#]*)\??([^#]*)/.exec(source.replace(/^(\w+:\/\/)[^/?#]*@/, '$1'))!;
  const where = [...new URLSearchParams(query)].filter(([name]) => /^where$/i.test(name));
  return where.length === 0 ? path! : `${path}?${new URLSearchParams(where)}`;
}
