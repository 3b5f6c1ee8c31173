ALTER TABLE "messages" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "shown_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sent_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancels" jsonb;--> statement-breakpoint
CREATE INDEX "messages_to_edit" ON "messages" USING btree ("partition","queue") WHERE status = 'CREATED' and shown_revision < revision;