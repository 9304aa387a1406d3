-- By subject in an organization: which identities are one subject of one issuer.
CREATE INDEX ix_identity_root_subject ON identity (root_uid, subject, uid);
