/** SQL for the orders that a cancelling message's row names, each with what has become of it. */

/** Evaluates to a JSON list in the shape of the contract's `cancelTarget`; null for an order. */
export const CANCEL_TARGETS = `
case when orders.cancels is null then null else (
  select coalesce(json_agg(json_build_object('id', target.id, 'outcome', given.outcome, 'reason', given.reason,
    'ticker', target.ticker, 'direction', target.direction, 'quantity', target.quantity, 'state', target.execution_state,
    'filledQuantity', coalesce(target.filled_quantity, '0')) order by target.seq), '[]')
  from jsonb_to_recordset(orders.cancels) as given(id uuid, outcome text, reason text)
    join orders target on target.id = given.id)
end`;
