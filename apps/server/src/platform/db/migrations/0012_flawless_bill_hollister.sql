CREATE TABLE "fills" (
	"order_id" uuid NOT NULL,
	"trade_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "fills_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"venue" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"quantity" text NOT NULL,
	"price" text NOT NULL,
	"fee_amount" text,
	"fee_currency" text,
	"executed_at" bigint NOT NULL,
	"stored_at" bigint NOT NULL,
	CONSTRAINT "fills_order_id_trade_id_pk" PRIMARY KEY("order_id","trade_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "execution_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "filled_quantity" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "average_price" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fees" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "venue_order_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "execution_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "execution_at" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_followed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancellation" jsonb;--> statement-breakpoint
CREATE INDEX "fills_of_user" ON "fills" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "orders_followed" ON "orders" USING btree ("partition","account_id") WHERE is_followed;