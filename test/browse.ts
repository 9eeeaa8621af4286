// A minimal browser for tests: follows redirects across sites and keeps the cookies of each.
import type { FastifyInstance } from 'fastify';

export type Browser = {
  /** Follows redirects until `until` accepts the address. Throws at an answer that is not a redirect. */
  visit(address: string, until: (address: URL) => boolean): Promise<URL>;
  /** By origin, then by name. */
  cookies: Map<string, Map<string, string>>;
};

type Answer = { status: number; location: string | undefined; setCookies: string[] };

/** Requests to `publicUrl` are injected into the app; all others go over the network. */
export function openBrowser({ app, publicUrl }: { app: FastifyInstance; publicUrl: string }): Browser {
  const cookies = new Map<string, Map<string, string>>();

  async function ask(address: URL): Promise<Answer> {
    const jar = cookies.get(address.origin) ?? new Map<string, string>();
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    if (address.origin === publicUrl) {
      const answer = await app.inject({ url: `${address.pathname}${address.search}`, headers });
      return {
        status: answer.statusCode,
        location: answer.headers.location,
        setCookies: [answer.headers['set-cookie'] ?? []].flat(),
      };
    }
    const answer = await fetch(address, { headers, redirect: 'manual' });
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? undefined,
      setCookies: answer.headers.getSetCookie(),
    };
  }

  function keep(address: URL, setCookies: string[]): void {
    const jar = cookies.get(address.origin) ?? new Map<string, string>();
    cookies.set(address.origin, jar);
    for (const [, name, value, attributes] of setCookies.map((text) => /^([^=]+)=([^;]*)(.*)$/.exec(text)!)) {
      if (value === '' || /; max-age=0/i.test(attributes!)) jar.delete(name!);
      else jar.set(name!, value!);
    }
  }

  return {
    cookies,
    async visit(start, until) {
      let address = new URL(start);
      while (!until(address)) {
        const { status, location, setCookies } = await ask(address);
        keep(address, setCookies);
        if (location === undefined) throw new Error(`${address} answered ${status}.`);
        address = new URL(location, address);
      }
      return address;
    },
  };
}
