// Boxes around blocks of neighboring rows. Counties list their parcels street by street, so that most blocks are decided as one.

export const BLOCK_ROWS = 16;

const known = new WeakMap<Int32Array, Int32Array>();

/** Four numbers a block, as of a row. Made once for the boxes of a segment. */
export function blocksOf(boxes: Int32Array): Int32Array {
  const blocks = known.get(boxes) ?? joinBoxes(boxes);
  known.set(boxes, blocks);
  return blocks;
}

function joinBoxes(boxes: Int32Array): Int32Array {
  const size = 4 * BLOCK_ROWS;
  const blocks = new Int32Array(4 * Math.ceil(boxes.length / size));
  for (let at = 0, block = 0; at < boxes.length; at += 4, block = 4 * Math.floor(at / size)) {
    const isFirst = at % size === 0;
    if (isFirst || boxes[at]! < blocks[block]!) blocks[block] = boxes[at]!;
    if (isFirst || boxes[at + 1]! < blocks[block + 1]!) blocks[block + 1] = boxes[at + 1]!;
    if (isFirst || boxes[at + 2]! > blocks[block + 2]!) blocks[block + 2] = boxes[at + 2]!;
    if (isFirst || boxes[at + 3]! > blocks[block + 3]!) blocks[block + 3] = boxes[at + 3]!;
  }
  return blocks;
}
