import type { Page, PageQuery, UserStats } from "@chartrelay/contract";
import { loadInto } from "../../core/thunk.ts";
import { setStats } from "./slice.ts";

/** Loads a page of the user statistics; `page` is zero-based. */
export const loadStats = ({ page, size }: PageQuery) =>
  loadInto<Page<UserStats>>((client) => client.get("/users/stats", { page, size }), setStats);
