// The tokens of the ArcGIS sources of one import: each is sent to its own host, and remembered for the refreshes.
import { isArcGisAddress, parseArcGisAddress } from './arcgis-address.ts';
import { type ArcGisToken, tokenFor } from './server-client.ts';

type Given = {
  sources: readonly string[];
  /** Of the command. It belongs to the first of the sources. */
  option: string | undefined;
  before: readonly ArcGisToken[] | undefined;
  ofEnvironment: ArcGisToken | undefined;
};

/** `tokens`: the one that counts comes first, where several are for the same host. */
export function tokensOf({ sources, option, before = [], ofEnvironment }: Given) {
  const all = sources.map((source) => ({ source, text: parseArcGisAddress(source)?.token }));
  const given = [{ source: sources.find(isArcGisAddress), text: option }, ...all].flatMap(
    ({ source, text }) => (source && text ? (tokenFor(source, text) ?? []) : []),
  );
  const isReplaced = (old: ArcGisToken) => given.some(({ hosts }) => old.hosts.includes(hosts[0]!));
  const remembered = [...given, ...before.filter((old) => !isReplaced(old))];
  // That of the environment is fresher than a remembered one.
  const tokens = [...given, ...(ofEnvironment ? [ofEnvironment] : []), ...remembered];
  return { tokens, remembered, isGiven: given.length > 0 };
}
