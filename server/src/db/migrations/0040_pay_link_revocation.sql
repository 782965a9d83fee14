CREATE TABLE "pay_link_revocation" (
	"realm_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"revoked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_link_revocation_realm_id_customer_id_pk" PRIMARY KEY("realm_id","customer_id")
);
