//! Constants of the search by simultaneous perturbation (SPSA).
