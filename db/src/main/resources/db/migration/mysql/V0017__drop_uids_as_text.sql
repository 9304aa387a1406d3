-- The tables with uids as text, from which the copies were made.
DROP TABLE IF EXISTS operator_text, group_invite_text, role_binding_text, role_text, identity_text, resource_group_text, installation_text, proven_issuer_text;
