// GDAL in a process of its own: its memory is given back when it ends, and when it crashes, only it does.
import { createRequire } from 'node:module';
import { endWithParent } from '../../runtime/guarded-process.ts';

/** From ogrinfo -json: what is used of it. */
export type GdalInfo = {
  driverShortName?: string;
  layers?: GdalLayer[];
  domains?: Record<string, { type?: string; codedValues?: Record<string, string | null> }>;
};

export type GdalLayer = {
  name: string;
  featureCount?: number;
  fields?: { name: string; type: string; subType?: string; alias?: string; domainName?: string }[];
  geometryFields?: { type: string; coordinateSystem?: { wkt?: string } }[];
};

export type GdalCalls = {
  /** Starts GDAL; what it writes goes to `folder`. */
  start: { argument: { folder: string }; result: null };
  /** Null where GDAL knows no such format. */
  open: { argument: { path: string }; result: GdalInfo | null };
  /** Runs ogr2ogr. `name` is the file's without its ending, which GDAL adds. */
  convert: { argument: { options: string[]; name: string }; result: null };
};

export type GdalCall = {
  [Name in keyof GdalCalls]: { name: Name; argument: GdalCalls[Name]['argument'] };
}[keyof GdalCalls];
export type GdalAnswer = { value: unknown; errors: string[] } | { failure: string };

/** What is used of gdal3.js: its own types leave these out or call them objects. */
type Dataset = { pointer: number };
type Gdal = {
  open(path: string): Promise<{ datasets: Dataset[] }>;
  ogrinfo(dataset: Dataset): Promise<GdalInfo>;
  ogr2ogr(dataset: Dataset, options: string[], name: string): Promise<unknown>;
};
type InitGdal = (config: {
  path: string;
  dest: string;
  logHandler: (text: string) => void;
  errorHandler: (text: string) => void;
}) => Promise<Gdal>;

let gdal: Gdal | undefined;
let dataset: Dataset | undefined;
/** What GDAL complained about during a call: warnings are left out. */
let errors: string[] = [];

function note(text: string): void {
  const [, message] = /^ERROR \d+: (.*)/s.exec(text) ?? [];
  // The complaint of gdal3.js about the file that was not made says nothing about why.
  if (message !== undefined && !message.startsWith('Pointer ') && errors.length < 20)
    errors.push(message.trim());
}

async function answer(call: GdalCall): Promise<unknown> {
  if (call.name === 'start') {
    const init: InitGdal = createRequire(import.meta.url)('gdal3.js/node.js');
    // Relative, as gdal3.js puts a dot before it: this process runs in the package's folder.
    gdal = await init({
      path: 'dist/package',
      dest: call.argument.folder,
      logHandler: () => {},
      errorHandler: note,
    });
    return null;
  }
  if (call.name === 'open') {
    const opened = await gdal!.open(call.argument.path).catch(() => undefined);
    dataset = opened?.datasets[0];
    return dataset === undefined ? null : await gdal!.ogrinfo(dataset);
  }
  await gdal!.ogr2ogr(dataset!, call.argument.options, call.argument.name);
  return null;
}

process.on('message', (call: GdalCall) => {
  errors = [];
  answer(call).then(
    (value) => process.send?.({ value, errors } satisfies GdalAnswer),
    (error: unknown) => process.send?.({ failure: errors[0] ?? messageOf(error) } satisfies GdalAnswer),
  );
});
endWithParent();

/** gdal3.js rejects with { no, message } or with a list of such. */
function messageOf(error: unknown): string {
  const [first] = [error].flat();
  if (typeof first === 'object' && first !== null && 'message' in first) return String(first.message).trim();
  return String(first);
}
