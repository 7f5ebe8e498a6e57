/**
 * The one row that a statement gives, such as what `insert … returning` has written.
 * @throws where there is none: a defect of ours.
 */
export const one = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement gave no row.");
  return row;
};
