// The mark of a saved parcel: a green pin with a paper edge, which stands out from every basemap and from any style's own icons.

const WIDTH_PX = 26;
const HEIGHT_PX = 34;
/** Drawn finer than shown, so that it stays sharp on every screen. */
export const MARK_PIXEL_RATIO = 3;

/** A head of radius 11 whose sides run into a point at the foot. */
const PIN = 'M13 33C10 27 2 21.5 2 13a11 11 0 1 1 22 0c0 8.5-8 14-11 20Z';
const BOOKMARK = 'M9.5 8h7v10l-3.5-3-3.5 3Z';

export function drawMark(): ImageData {
  const canvas = new OffscreenCanvas(WIDTH_PX * MARK_PIXEL_RATIO, HEIGHT_PX * MARK_PIXEL_RATIO);
  const pen = canvas.getContext('2d')!;
  pen.scale(MARK_PIXEL_RATIO, MARK_PIXEL_RATIO);
  const pin = new Path2D(PIN);
  pen.fillStyle = '#1f5c3d';
  pen.fill(pin);
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  pen.strokeStyle = '#fdfbf6';
  pen.stroke(pin);
  pen.fillStyle = '#fdfbf6';
  pen.fill(new Path2D(BOOKMARK));
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
