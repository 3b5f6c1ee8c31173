import * as z from "zod/mini";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./business.ts";

/** Query parameters of every list; `page` is zero-based. */
export const pageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000_000)), DEFAULT_PAGE),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Returns the schema of the specification's paged result (section 3) for rows of `row`. */
export function pageOf<Row extends z.core.$ZodType>(row: Row) {
  return z.object({
    content: z.array(row),
    totalElements: z.number(),
    totalPages: z.number(),
    pageable: z.object({ pageNumber: z.number(), pageSize: z.number() }),
  });
}

export interface Page<Row> {
  content: Row[];
  totalElements: number;
  totalPages: number;
  pageable: { pageNumber: number; pageSize: number };
}

/** Wraps one page of rows; `totalElements` counts the rows of all pages. */
export function toPage<Row>(content: Row[], totalElements: number, { page, size }: PageQuery): Page<Row> {
  return {
    content,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
    pageable: { pageNumber: page, pageSize: size },
  };
}
