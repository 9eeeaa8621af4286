// Which host names mean this machine.

/** Takes a host as it stands in a setting or in a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
