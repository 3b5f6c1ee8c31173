/** The orders before and after the open one, in the order and with the filters of the list. */
import { useState } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router";
import { readTableState, writeTableState } from "../../core/table/table-state.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { fetchOrders } from "./api.ts";
import { ORDER_FILTERS } from "./filters.ts";
import { useOpenOrder } from "./open-order.ts";
import { selectOrders } from "./slice.ts";

/** Undefined at the end of the list, and for an order that the list's page doesn't show. */
export type Turn = (() => void) | undefined;

/** Returns how to turn to the order before and after `id`. At the end of a page of the list, the next page follows. */
export function useNeighbours(id: string): { readonly previous: Turn; readonly next: Turn } {
  const dispatch = useAppDispatch();
  const { turnTo } = useOpenOrder();
  const { search } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const list = useSelector(selectOrders);
  const index = list?.content.findIndex((order) => order.id === id) ?? -1;
  if (!list || index === -1) return { previous: undefined, next: undefined };
  const { content, pageable, totalPages } = list;

  async function turnThePage(step: 1 | -1): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const table = readTableState(new URLSearchParams(search), ORDER_FILTERS);
    const wanted = { ...table, page: pageable.pageNumber + step };
    const orders = await dispatch(fetchOrders(wanted)).catch((error: unknown) => {
      log.warn("the next page could not be loaded", error);
      return [];
    });
    setIsBusy(false);
    const order = orders.at(step === 1 ? 0 : -1);
    if (order) turnTo(order.id, `?${writeTableState(wanted).toString()}`);
  }

  function turn(step: 1 | -1): Turn {
    const order = content[index + step];
    if (order) return () => turnTo(order.id, search);
    const page = pageable.pageNumber + step;
    return page >= 0 && page < totalPages ? () => void turnThePage(step) : undefined;
  }
  return { previous: turn(-1), next: turn(1) };
}
