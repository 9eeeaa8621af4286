// Whether a client takes gzip. One that says nothing takes everything (RFC 9110, 12.5.3).

export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return true;
  const codings = acceptEncoding.split(',').map((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return { name, refused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  const named = codings.find(({ name }) => name === 'gzip' || name === 'x-gzip');
  const chosen = named ?? codings.find(({ name }) => name === '*');
  return chosen !== undefined && !chosen.refused;
}
