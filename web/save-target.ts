// Where a download goes: into a file that somebody chose, as it arrives; or, where browsers cannot do that, into memory and
// then the downloads folder.

export type SaveTarget = {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  /** Answers the file's name. */
  save: (nameOfServer: string | undefined) => Promise<string>;
  discard: () => Promise<void>;
};

type FileHandle = { name: string; createWritable: () => Promise<FileSystemWritableFileStream> };
type PickerWindow = {
  showSaveFilePicker?: (options: object) => Promise<FileHandle>;
};

export type WantedFile = {
  /** What the file's format is called. */
  name: string;
  /** Without its dot. */
  fileEnding: string;
  mimeType: string;
  title: string;
};

/** Undefined where somebody has closed the dialog for the place. */
export async function chooseTarget(wanted: WantedFile): Promise<SaveTarget | undefined> {
  const suggestedName = fileNameOf(wanted.title, wanted.fileEnding);
  const { showSaveFilePicker } = window as PickerWindow;
  if (!showSaveFilePicker) return inMemory(suggestedName, wanted.mimeType);
  try {
    const handle = await showSaveFilePicker({
      suggestedName,
      types: [{ description: wanted.name, accept: { [wanted.mimeType]: [`.${wanted.fileEnding}`] } }],
    });
    return await inFile(handle);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // Not allowed here: in a frame, or by a policy.
    return inMemory(suggestedName, wanted.mimeType);
  }
}

/** `Within 300 ft of 12 OAK ST` becomes `Within 300 ft of 12 OAK ST.csv`, without what file systems refuse. */
function fileNameOf(title: string, ending: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} .,()'-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .slice(0, 80)
    .replace(/[\s.]+$/, '');
  return `${name || 'parcels'}.${ending}`;
}

async function inFile(handle: FileHandle): Promise<SaveTarget> {
  // Written beside the file, and put in its place on closing: what is stopped leaves nothing.
  const stream = await handle.createWritable();
  return {
    write: (chunk) => stream.write(chunk),
    save: async () => {
      await stream.close();
      return handle.name;
    },
    discard: () => stream.abort().catch(() => {}),
  };
}

function inMemory(suggestedName: string, mimeType: string): SaveTarget {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: (chunk) => void chunks.push(chunk),
    save: async (nameOfServer) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(chunks, { type: mimeType }));
      link.download = nameOfServer ?? suggestedName;
      link.click();
      // Not at once: some browsers read it after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return link.download;
    },
    discard: async () => void chunks.splice(0),
  };
}
