// The dialog of the map sheet: paper, scale and what stands on it; then how far the PDF is.
import './map-sheet.css';
import { type ReactNode, useState } from 'react';
import {
  type Paper,
  papers,
  SHEET_TITLE_MAX,
  type SheetDrawing,
  sheetScales,
} from '../../contract/map-sheet.ts';
import type { Bounds } from '../../geo/geometry.ts';
import type { SheetSubject } from '../map-store.ts';
import { Modal } from '../ui/modal.tsx';
import { planSheet, type SheetPlan, scaleInWords } from './plan-sheet.ts';
import { keepChoices, keptChoices, type SheetChoices } from './sheet-choices.ts';
import { SheetPreview } from './sheet-preview.tsx';
import { SheetProgress } from './sheet-progress.tsx';
import { type TakePicture, useMapSheet } from './use-map-sheet.ts';

export type MapSheetDialogProps = {
  subject: SheetSubject;
  isOpen: boolean;
  onClose: () => void;
  /** Maps and drawings belong to other features. */
  takePicture: (wanted: PictureOf) => ReturnType<TakePicture>;
  credits: () => string;
  /** Those of somebody that lie on this land. */
  drawingsOn: (land: Bounds) => SheetDrawing[];
  hasDrawings: boolean;
};
type PictureOf = { land: Bounds; frame: SheetPlan['layout']['map']; signal: AbortSignal };

export function MapSheetDialog({ subject, isOpen, onClose, ...props }: MapSheetDialogProps) {
  return (
    <Modal title="Map sheet" hasCloseButton isOpen={isOpen} onClose={onClose}>
      {/* Other land has another title. Closing unmounts it, which stops what is being made. */}
      <SheetForm key={subject.filter} subject={subject} {...props} />
    </Modal>
  );
}

type SheetFormProps = Omit<MapSheetDialogProps, 'isOpen' | 'onClose'>;

function SheetForm({ subject, takePicture, credits, drawingsOn, hasDrawings }: SheetFormProps) {
  const [title, setTitle] = useState(subject.title.slice(0, SHEET_TITLE_MAX));
  const [choices, setChoices] = useState(keptChoices);
  const { sheet, make, stop } = useMapSheet();
  const plan = planSheet(subject, choices);
  const isRunning = sheet.status === 'drawing' || sheet.status === 'writing';
  const choose = (change: Partial<SheetChoices>) => {
    setChoices({ ...choices, ...change });
    keepChoices({ ...choices, ...change });
  };
  const start = ({ withBasemap }: Pick<SheetChoices, 'withBasemap'>) => {
    const { layout, land, center, feetPerInch } = plan;
    void make({
      body: {
        filter: subject.filter,
        title: title.trim(),
        paper: choices.paper,
        isAcross: choices.isAcross,
        feetPerInch,
        center,
        drawings: choices.withDrawings ? drawingsOn(land) : [],
        withNames: choices.withNames,
        withSideLengths: choices.withSideLengths,
        withTable: choices.withTable,
      },
      basemap: withBasemap
        ? { takePicture: (signal) => takePicture({ land, frame: layout.map, signal }), credits }
        : undefined,
    });
  };
  const checkbox = (name: keyof SheetChoices, label: string) => (
    <label className="sheet-check">
      <input
        type="checkbox"
        checked={choices[name] === true}
        onChange={({ target }) => choose({ [name]: target.checked })}
      />
      {label}
    </label>
  );
  return (
    <form
      className="grid gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        start(choices);
      }}
    >
      <fieldset disabled={isRunning} className="grid min-w-0 gap-3">
        <Field label="Title">
          <input
            className="text-input sheet-field"
            value={title}
            maxLength={SHEET_TITLE_MAX}
            required
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
        <div className="sheet-size">
          <div className="grid content-start gap-3">
            <Field label="Paper">
              <select
                className="text-input sheet-field"
                value={choices.paper}
                onChange={({ target }) => choose({ paper: target.value as Paper })}
              >
                {Object.entries(papers).map(([id, { label }]) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="Scale">
              <select
                className="text-input sheet-field"
                value={choices.scale}
                onChange={({ target }) =>
                  choose({ scale: sheetScales.find((scale) => String(scale) === target.value) ?? 'fit' })
                }
              >
                <option value="fit">
                  {choices.scale === 'fit' ? `Fit: ${scaleInWords(plan.feetPerInch)}` : 'Fit'}
                </option>
                {sheetScales.map((scale) => (
                  <option key={scale} value={scale}>
                    {scaleInWords(scale)}
                  </option>
                ))}
              </select>
            </Field>
            <fieldset className="sheet-turn">
              <legend className="sr-only">How the paper lies</legend>
              {[false, true].map((isAcross) => (
                <label key={String(isAcross)} className="sheet-check">
                  <input
                    type="radio"
                    name="turn"
                    checked={choices.isAcross === isAcross}
                    onChange={() => choose({ isAcross })}
                  />
                  {isAcross ? 'Across' : 'Upright'}
                </label>
              ))}
            </fieldset>
          </div>
          <SheetPreview plan={plan} bounds={subject.bounds} />
        </div>
        <p role="status" className={plan.isCut ? 'text-danger' : 'text-ink-soft'}>
          {plan.words}
        </p>
        <div className="sheet-checks">
          {checkbox('withBasemap', 'Map behind the parcels')}
          {checkbox('withNames', 'Owner names')}
          {checkbox('withSideLengths', 'Side lengths')}
          {subject.count > 1 && checkbox('withTable', 'Table of the parcels')}
          {hasDrawings && checkbox('withDrawings', 'My drawings')}
        </div>
      </fieldset>
      <SheetProgress sheet={sheet} onStop={stop} onWithoutMap={() => start({ withBasemap: false })} />
      {!isRunning && (
        <button type="submit" className="button-accent" disabled={title.trim() === ''}>
          {sheet.status === 'no-map' ? 'Try again' : 'Make PDF'}
        </button>
      )}
    </form>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label className="grid gap-1">
      <span className="font-semibold">{label}</span>
      {children}
    </label>
  );
}
